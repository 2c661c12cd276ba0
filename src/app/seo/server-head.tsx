import { toScriptJson } from '../routing/page-state.ts'
import type { Thing } from './page-meta.ts'

/** For the server alone: what stands for the shop in a tab, among bookmarks and on a phone's screen. */
export function IconsHead() {
  return (
    <>
      {/* Told its size, it is taken only by those who cannot draw the other. */}
      <link rel="icon" href="/favicon.ico" sizes="32x32" />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      <link rel="manifest" href="/manifest.webmanifest" />
    </>
  )
}

/** What a page says to machines, as data that nothing runs; for the server alone. */
export function StructuredDataHead({ things }: { things: readonly Thing[] }) {
  return things.map((thing, index) => (
    <script
      key={index}
      type="application/ld+json"
      dangerouslySetInnerHTML={{ __html: toScriptJson({ '@context': 'https://schema.org', ...thing }) }}
    />
  ))
}
