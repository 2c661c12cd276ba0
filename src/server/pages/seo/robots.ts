import { LOCALES } from '#shared/i18n/locale.ts'

/**
 * One visitor's own, and worth no one's way. What is to stay out of search engines says so itself: they have to see it.
 */
const OWN = ['cart', 'checkout', 'order']

/** A shelf can be narrowed and sorted in more ways than anybody could read; its pages show all of it without. */
const CHOICES = ['cut', 'price', 'stock', 'sort']

/** What robots are asked not to fetch. @param origin that the maps are found at */
export function writeRobots(origin: string): string {
  const disallowed = [
    '/api/',
    ...LOCALES.flatMap((locale) =>
      OWN.flatMap((page) => [`/${locale}/${page}$`, `/${locale}/${page}/`, `/${locale}/${page}?`]),
    ),
    ...CHOICES.flatMap((name) => [`/*?${name}=`, `/*&${name}=`]),
    '/*?preview=',
    '/*&preview=',
  ]
  return `User-agent: *\n${disallowed.map((path) => `Disallow: ${path}\n`).join('')}\nSitemap: ${origin}/sitemap.xml\n`
}
