import type { ReactNode } from 'react'

import { markTerms, type TextPart } from './mark-terms.ts'

export function Marked({ parts }: { parts: readonly TextPart[] }) {
  return parts.map(({ text, isMarked }, index) =>
    isMarked ? (
      // The index is a safe key, because the parts of a text are never reordered.
      <mark key={index} className="bg-transparent text-gold">
        {text}
      </mark>
    ) : (
      text
    ),
  )
}

export function withMarks(text: string, texts: readonly string[]): ReactNode {
  return <Marked parts={markTerms(text, texts)} />
}
