import './styles.css'

// What has come is shown before anything of it wakes up, and the scripts that wake it are fetched after it: before, they
// would share the line with the styles, the letters and the first picture. A page that nobody sees paints nothing.
if (!document.hidden && PerformanceObserver.supportedEntryTypes.includes('paint'))
  await new Promise((resolve) => new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true }))
const scripts = document.querySelector<HTMLMetaElement>('meta[name=scripts]')?.content ?? ''
// All at once, and not each when another asks for it.
for (const href of scripts.split(/ /).filter(Boolean))
  document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
await import('./wake-page.tsx')
