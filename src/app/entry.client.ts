import './styles.css'
import './younger-apis.ts'

// Safari 16.4 and Firefox 115 have all of these, and what they have beside them the scripts use. In an older browser
// the page stays what it is without scripts: a page of forms, and never half of each.
const isYoungEnough = 'CompressionStream' in window && 'timeout' in AbortSignal && 'toSorted' in Array.prototype
if (isYoungEnough) {
  // What has come is shown before anything of it wakes up, and the scripts that wake it are fetched after it: before,
  // they would share the line with the styles, the letters and the first image. A page that no one sees paints nothing,
  // and some browsers tell of no paint.
  if (!document.hidden && PerformanceObserver.supportedEntryTypes.includes('paint'))
    await new Promise((resolve) => {
      new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true })
      setTimeout(resolve, 3000)
    })
  const scripts = document.querySelector<HTMLMetaElement>('meta[name=scripts]')?.content ?? ''
  // All at once, and not each when another asks for it.
  for (const script of scripts.split(/ /).filter(Boolean)) {
    const [href, sha384] = script.split('#')
    const integrity = `sha384-${sha384}`
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href, integrity }))
  }
  try {
    await import('./hydrate-page.tsx')
  } catch (error) {
    // The inline script loads the page again, once, as it does where this script cannot be had.
    document.querySelector('script[type=module]')?.dispatchEvent(new Event('error'))
    throw error
  }
} else {
  // As if there were no scripts.
  delete document.documentElement.dataset['theme']
}
