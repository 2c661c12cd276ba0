/**
 * The links that open the bar again lead to the policy for those without JavaScript. They are heard before the page's
 * own handler of links.
 * @returns what ends it
 */
export function onPrivacyLink(open: (link: HTMLElement) => void): () => void {
  const listening = new AbortController()
  document.addEventListener(
    'click',
    (event) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-privacy-choices]') : null
      if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return
      event.preventDefault()
      open(link)
    },
    { capture: true, signal: listening.signal },
  )
  return () => listening.abort()
}
