// For development only (npm run dev, then /gallery.html): every *.gallery.svelte shows some drawings.
import '../style/fonts.css'
import '../style/tokens.css'
import '../style/base.css'
import '../style/ui.css'
import { mount } from 'svelte'
import Gallery from './Gallery.svelte'

mount(Gallery, { target: document.getElementById('app') as HTMLElement })
