import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'

import type { TocLink } from '#content/document.ts'

import { useLocalePath, usePage } from '../routing/page-context.tsx'
import { Breadcrumbs } from '../ui/breadcrumbs.tsx'
import { ResponsiveImage } from '../ui/image.tsx'
import { UPPER_RIGHT } from './article/article-card.tsx'
import { formatDay } from './article/format-day.ts'
import { ContentBody } from './content-body.tsx'
import type { ContentPageData } from './load-content-page.ts'
import { PageSettingProvider } from './page-setting.tsx'
import { toImage } from './to-image.ts'
import { ContentTree } from './tree/content-tree.tsx'
import { isTag } from './tree/read-nodes.ts'

const SIZES = '(min-width: 48rem) 42rem, 87vw'
/** A page with as many chapters gets a table of contents. */
const MIN_CHAPTERS = 4

interface ContentViewProps {
  page: ContentPageData
  lead?: ReactNode
  children?: ReactNode
}

/** Begins with the title, unless the first part is a hero, which contains it. */
export function ContentView({ page, lead, children }: ContentViewProps) {
  const { nodes, parts, contents, document } = page
  const [first, ...rest] = nodes
  const isLanding = isTag(first, 'home-hero')
  const title = isTag(first, 'h1') ? <ContentTree nodes={first.children} /> : document.title
  const shown = toImage(document['picture'], document['pictureAlt'])
  const chapters = contents.filter(({ depth }) => depth === 2)
  return (
    <PageSettingProvider value={{ parts, isText: !isLanding }}>
      {isLanding ? null : (
        <>
          <header className="words-width pt-4 pb-10 md:pt-8 md:pb-12">
            <PathCrumbs page={page} />
            <h1 className="display mt-6 text-4xl md:mt-10 lg:text-5xl">{title}</h1>
            <Updated day={document['updated']} />
            {lead}
            {shown ? (
              <div className="mt-8 md:mt-10">
                <ResponsiveImage image={shown} sizes={SIZES} priority frame="aspect-[3/2]" fit={UPPER_RIGHT} />
              </div>
            ) : null}
          </header>
          {chapters.length >= MIN_CHAPTERS ? (
            <div className="words-width pb-10 md:pb-12">
              <TableOfContents links={chapters} />
            </div>
          ) : null}
        </>
      )}
      <ContentBody nodes={isTag(first, 'h1') ? rest : nodes} />
      {children}
    </PageSettingProvider>
  )
}

function PathCrumbs({ page: { steps } }: { page: ContentPageData }) {
  const { t } = useLingui()
  const to = useLocalePath()
  const crumbs = [{ path: '/', title: t`Home` }, ...steps]
  return (
    <Breadcrumbs label={t`Breadcrumbs`} crumbs={crumbs.map(({ path, title }) => ({ label: title, href: to(path) }))} />
  )
}

function Updated({ day }: { day: unknown }) {
  const { locale } = usePage()
  if (typeof day !== 'string') return null
  return (
    <p className="mt-4 text-sm text-quiet">
      <Trans>
        Last updated <time dateTime={day}>{formatDay(day, locale)}</time>
      </Trans>
    </p>
  )
}

function TableOfContents({ links }: { links: readonly TocLink[] }) {
  const { t } = useLingui()
  return (
    <nav aria-label={t`On this page`} className="border-y border-line py-5">
      <p className="label-caps mb-2 text-gold">
        <Trans>On this page</Trans>
      </p>
      <ul className="gap-x-8 sm:columns-2">
        {links.map(({ id, text }) => (
          <li key={id} className="break-inside-avoid">
            <a href={`#${id}`} className="inline-flex min-h-11 items-center py-1 text-sm hover:text-gold md:min-h-8">
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
