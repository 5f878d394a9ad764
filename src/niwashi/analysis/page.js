// The arrow keys go from action to action on the graph; the page does without.
const links = [...document.querySelectorAll(".links a")];
document.querySelector(".links").addEventListener("keydown", (event) => {
  const here = links.indexOf(document.activeElement);
  const to = { ArrowLeft: here - 1, ArrowRight: here + 1, Home: 0, End: links.length - 1 }[event.key];
  if (here < 0 || !links[to]) return;
  event.preventDefault();
  links[here].tabIndex = -1;
  links[to].tabIndex = 0;
  links[to].focus();
});
