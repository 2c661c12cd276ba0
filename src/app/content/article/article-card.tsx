import { useLocalePath } from '../../routing/page-context.tsx'
import { ResponsiveImage } from '../../ui/image.tsx'
import { ArticleFacts } from './article-facts.tsx'
import type { Article } from './article.ts'

const SIZES = '(min-width: 80rem) 25rem, (min-width: 64rem) 30vw, (min-width: 48rem) 46vw, 87vw'

/** For cropped photographs whose stones are above and to the right of the center. */
export const UPPER_RIGHT = 'object-[70%_22%]'

interface ArticleCardProps {
  article: Article
  heading?: 'h2' | 'h3'
  priority?: boolean
}

export function ArticleCard({ article, heading: Heading = 'h3', priority = false }: ArticleCardProps) {
  const to = useLocalePath()
  const { path, title, description, picture: shown } = article
  return (
    <article className="group relative flex flex-col">
      {shown ? (
        <span className="block overflow-hidden">
          <ResponsiveImage
            image={{ ...shown, alt: '' }}
            sizes={SIZES}
            priority={priority}
            frame="aspect-[3/2]"
            fit={`transition-transform duration-700 ease-out group-hover:scale-[1.025] ${UPPER_RIGHT}`}
          />
        </span>
      ) : (
        <span className="block aspect-[3/2] bg-frame" />
      )}
      <Heading className="display mt-5 text-2xl">
        <a
          href={to(path)}
          className="outline-none group-hover:text-gold after:absolute after:inset-0 after:outline-offset-4 focus-visible:after:outline-2 focus-visible:after:outline-ink"
        >
          {title}
        </a>
      </Heading>
      <p className="mt-2 text-sm leading-6 text-quiet">{description}</p>
      <ArticleFacts article={article} className="mt-3" />
    </article>
  )
}
