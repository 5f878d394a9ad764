// Asks how far it is until the server is there, and then loads the page that was asked for; what stands after # stays.
const find = (id) => document.getElementById(id)

function put(element, text) {
  if (element.textContent !== text) element.textContent = text // who listens hears it once
}

function show({ doing, far, done, of }) {
  put(find('doing'), doing)
  put(find('far'), far)
  if (!of) return
  find('bar').setAttribute('aria-valuemax', of)
  find('bar').setAttribute('aria-valuenow', done)
  find('rake').style.width = `${(100 * done) / of}%`
}

async function look() {
  try {
    const answer = await (await fetch('starting', { cache: 'no-store' })).json()
    if (answer.ready) {
      put(find('doing'), document.body.dataset.opened)
      return location.reload()
    }
    show(answer)
  } catch {
    put(find('doing'), document.body.dataset.lost)
  }
  setTimeout(look, 700)
}

setTimeout(look, 300)
