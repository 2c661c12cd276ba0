import { Picture } from '../../ui/picture.tsx'
import type { HintPiece } from './hint-piece.ts'

/** The piece that the hint is about. */
export function HintedPiece({ piece: { title, facts, picture } }: { piece: HintPiece }) {
  return (
    <div className="mb-5 flex items-center gap-4">
      {picture ? (
        <div className="w-20 shrink-0">
          <Picture image={picture} sizes="5rem" />
        </div>
      ) : null}
      <div className="min-w-0">
        <p className="display text-xl">{title}</p>
        <p className="dotted-row mt-1 text-sm text-quiet">
          {facts.map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </p>
      </div>
    </div>
  )
}
