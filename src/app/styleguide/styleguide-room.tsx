import type { ShownProduct } from '#shared/product/shown-product.ts'

import { Buttons } from './chapters/buttons.tsx'
import { Colors } from './chapters/colors.tsx'
import { Drawers } from './chapters/drawers.tsx'
import { Fields } from './chapters/fields.tsx'
import { Messages } from './chapters/messages.tsx'
import { PageParts } from './chapters/page-parts.tsx'
import { Pictures } from './chapters/pictures.tsx'
import { Pieces } from './chapters/pieces.tsx'
import { Spacing } from './chapters/spacing.tsx'
import { Typography } from './chapters/typography.tsx'
import type { ShownPieces } from './pick-pieces.ts'
import { Chapter } from './sample.tsx'
import { useWords } from './use-words.ts'

interface StyleguideRoomProps {
  pieces: ShownPieces
  product: ShownProduct | null
}

/** Everything that the shop is made of, on one page. */
export function StyleguideRoom({ pieces, product }: StyleguideRoomProps) {
  const { words } = useWords()
  const chapters = [
    { id: 'color', title: words.color, text: words.colorText, content: <Colors /> },
    { id: 'type', title: words.type, text: words.typeText, content: <Typography /> },
    { id: 'space', title: words.space, text: words.spaceText, content: <Spacing /> },
    { id: 'buttons', title: words.buttons, text: words.buttonsText, content: <Buttons /> },
    { id: 'fields', title: words.fields, text: words.fieldsText, content: <Fields /> },
    { id: 'messages', title: words.messages, text: words.messagesText, content: <Messages /> },
    {
      id: 'pictures',
      title: words.pictures,
      text: words.picturesText,
      content: <Pictures image={product?.thumbnail ?? null} />,
    },
    {
      id: 'pieces',
      title: words.pieces,
      text: words.piecesText,
      content: <Pieces pieces={pieces} variant={product?.variants[0] ?? null} />,
    },
    { id: 'drawers', title: words.drawers, text: words.drawersText, content: <Drawers /> },
    { id: 'parts', title: words.parts, text: words.partsText, content: null },
  ]
  return (
    <div className="page-width">
      <header className="py-14 md:py-20">
        <h1 className="display text-4xl lg:text-5xl">{words.title}</h1>
        <p className="mt-4 max-w-words text-lg text-quiet">{words.intro}</p>
        <nav aria-label={words.contents} className="mt-8">
          <ul className="flex flex-wrap gap-x-7">
            {chapters.map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`} className="quiet-link inline-flex min-h-11 items-center text-sm">
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </header>
      {chapters.map(({ id, title, text, content }) => (
        <Chapter key={id} id={id} title={title} text={text}>
          {content}
        </Chapter>
      ))}
      {/* As wide as on its own pages. */}
      <div className="-mx-5 md:-mx-10">
        <PageParts pieces={pieces} />
      </div>
    </div>
  )
}
