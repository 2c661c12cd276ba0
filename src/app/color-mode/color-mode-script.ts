/** Stored by the switch: `system`, `light` or `dark`. */
export const COLOR_MODE_KEY = 'color-mode'

/**
 * Runs before the first paint, so that a stored choice never flashes. It is the only inline script of a
 * kept page: its hash stands in the CSP, so it must stay a constant.
 */
export const COLOR_MODE_SCRIPT = `(()=>{let m;try{m=localStorage.getItem('${COLOR_MODE_KEY}')}catch{}if(m!=='light'&&m!=='dark')m=matchMedia('(prefers-color-scheme: dark)').matches?'dark':'light';document.documentElement.dataset.theme=m})()`
