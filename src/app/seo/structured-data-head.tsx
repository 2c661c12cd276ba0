import { toScriptJson } from '../routing/page-state.ts'
import type { Thing } from './thing.ts'

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
