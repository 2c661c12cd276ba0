import type { Locale } from '#shared/i18n/locale.ts'
import type { ContentSource } from '#shared/page/content-source.ts'

/** A column of links, as `_globals/footer.yml` has it. */
export interface FooterColumn {
  title: string
  /** Paths without their language. */
  links: { path: string; label: string }[]
}

/** @returns the columns that the words of the site put into the footer; none where they cannot be had */
export async function loadFooter(content: ContentSource, locale: Locale): Promise<FooterColumn[]> {
  try {
    const where = [{ _path: '/_globals/footer' }, { _locale: locale }]
    const { columns } = (await content.query({ where, first: true })) as { columns?: FooterColumn[] }
    return columns ?? []
  } catch (error) {
    console.error('Failed to fetch the links of the footer:', error)
    return []
  }
}
