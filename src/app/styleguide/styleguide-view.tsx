import type { ShownProduct } from '#shared/product/shown-product.ts'

import { Buttons } from './chapters/buttons.tsx'
import { Colors } from './chapters/colors.tsx'
import { Drawers } from './chapters/drawers.tsx'
import { Fields } from './chapters/fields.tsx'
import { ImageProcessor } from './chapters/images.tsx'
import { Messages } from './chapters/messages.tsx'
import { PageParts } from './chapters/page-parts.tsx'
import { ProductExamples } from './chapters/products.tsx'
import { Spacing } from './chapters/spacing.tsx'
import { Typography } from './chapters/typography.tsx'
import type { ShownProducts } from './pick-products.ts'
import { Chapter } from './sample.tsx'
import { useGuideMessages } from './use-guide-messages.ts'

interface StyleguideViewProps {
  products: ShownProducts
  product: ShownProduct | null
}

export function StyleguideView({ products, product }: StyleguideViewProps) {
  const { messages: texts } = useGuideMessages()
  const chapters = [
    { id: 'color', title: texts.color, text: texts.colorText, content: <Colors /> },
    { id: 'type', title: texts.type, text: texts.typeText, content: <Typography /> },
    { id: 'space', title: texts.space, text: texts.spaceText, content: <Spacing /> },
    { id: 'buttons', title: texts.buttons, text: texts.buttonsText, content: <Buttons /> },
    { id: 'fields', title: texts.fields, text: texts.fieldsText, content: <Fields /> },
    { id: 'messages', title: texts.messages, text: texts.messagesText, content: <Messages /> },
    {
      id: 'pictures',
      title: texts.pictures,
      text: texts.imagesText,
      content: <ImageProcessor image={product?.thumbnail ?? null} />,
    },
    {
      id: 'pieces',
      title: texts.products,
      text: texts.productsText,
      content: <ProductExamples products={products} variant={product?.variants[0] ?? null} />,
    },
    { id: 'drawers', title: texts.drawers, text: texts.drawersText, content: <Drawers /> },
    { id: 'parts', title: texts.parts, text: texts.partsText, content: null },
  ]
  return (
    <div className="page-width">
      <header className="py-14 md:py-20">
        <h1 className="display text-4xl lg:text-5xl">{texts.title}</h1>
        <p className="mt-4 max-w-words text-lg text-quiet">{texts.intro}</p>
        <nav aria-label={texts.contents} className="mt-8">
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
        <PageParts products={products} />
      </div>
    </div>
  )
}
