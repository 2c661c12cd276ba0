import { toScriptJson } from '../routing/page-state.ts'
import type { Thing } from './page-meta.ts'

/** Server only. */
export function IconsHead() {
  return (
    <>
      {/* With `sizes`, only browsers that cannot show SVG use this icon. */}
      <link rel="icon" href="/favicon.ico" sizes="32x32" />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      <link rel="manifest" href="/manifest.webmanifest" />
    </>
  )
}

/** Server only. */
export function StructuredDataHead({ things }: { things: readonly Thing[] }) {
  return things.map((thing, index) => (
    <script
      key={index}
      type="application/ld+json"
      dangerouslySetInnerHTML={{ __html: toScriptJson({ '@context': 'https://schema.org', ...thing }) }}
    />
  ))
}
