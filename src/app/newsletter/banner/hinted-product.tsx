import { ResponsiveImage } from '../../ui/image.tsx'
import type { HintProduct } from './hint-product.ts'

/** The product that the hint is about. */
export function HintedProduct({ piece: { title, facts, picture: shown } }: { piece: HintProduct }) {
  return (
    <div className="mb-5 flex items-center gap-4">
      {shown ? (
        <div className="w-20 shrink-0">
          <ResponsiveImage image={shown} sizes="5rem" />
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
