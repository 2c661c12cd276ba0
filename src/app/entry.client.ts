import './styles.css'
import './younger-apis.ts'

// Checks for features that Safari 16.4 and Firefox 115 have, because the scripts use everything these versions support.
// In an older browser the page works without scripts, through plain links and forms, and is never partly hydrated.
const isYoungEnough = 'CompressionStream' in window && 'timeout' in AbortSignal && 'toSorted' in Array.prototype
if (isYoungEnough) {
  // Waits for the first paint before fetching the other scripts. Otherwise they would compete with the styles, the
  // fonts and the first image. A hidden page does not paint, and some browsers do not report paints.
  if (!document.hidden && PerformanceObserver.supportedEntryTypes.includes('paint'))
    await new Promise((resolve) => {
      new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true })
      setTimeout(resolve, 3000)
    })
  const scripts = document.querySelector<HTMLMetaElement>('meta[name=scripts]')?.content ?? ''
  // Preloads all scripts in parallel. Otherwise they would load one import after another.
  for (const script of scripts.split(/ /).filter(Boolean)) {
    const [href, sha384] = script.split('#')
    const integrity = `sha384-${sha384}`
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href, integrity }))
  }
  try {
    await import('./hydrate-page.tsx')
  } catch (error) {
    // The inline script handles this event. It reloads the page once, as if this script had failed to load.
    document.querySelector('script[type=module]')?.dispatchEvent(new Event('error'))
    throw error
  }
} else {
  // Shows the page as it is without scripts.
  delete document.documentElement.dataset['theme']
}
