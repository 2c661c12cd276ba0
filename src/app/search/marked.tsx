import type { TextPart } from './mark-words.ts'

/** A text with what was looked for in it, gently. */
export function Marked({ parts }: { parts: readonly TextPart[] }) {
  return parts.map(({ text, isMarked }, index) =>
    isMarked ? (
      // The parts of one text never change places.
      <mark key={index} className="bg-transparent text-gold underline decoration-ornament underline-offset-4">
        {text}
      </mark>
    ) : (
      text
    ),
  )
}
