/**
 * The purpose of each script in plain words, which PCI DSS 6.4.3 requires. The purposes are written only in this file.
 */

/** Purposes of individual scripts, by the source file that a script begins with or by the name of its chunk. */
const SCRIPTS: Record<string, string> = {
  'index.html': 'Begins the page: waits for the first paint, then fetches the scripts of the page',
  'hydrate-page.tsx': 'Hydrates the page: the router, and the loading of pages and their texts',
  'private-pages.tsx': 'Lists the pages of a single visitor: checkout, orders, account, links from emails',
  'pages/checkout-page.tsx': 'Checkout: contact, address, delivery, payment, and placing the order',
  'pages/checkout-confirming-page.tsx': 'Checkout: waits until a payment is confirmed',
  'checkout/paypal/load-sdk.ts': "Checkout: loads PayPal's SDK",
  'checkout/paypal/show-buttons.ts': "Checkout: shows PayPal's button",
  'checkout/paypal/wallets.ts': 'Checkout: shows the buttons of Apple Pay and Google Pay',
  base: 'What every page has: header, footer, drawers, cart, links, the state of the page',
  react: 'React, which draws the page',
  load: 'Loads other scripts',
  'rolldown-runtime': 'Links the scripts of the build',
}

/** Purposes of all other scripts, by the folders of the app (or of `src`) that their code comes from. */
const FOLDERS: Record<string, string> = {
  'src/app/account': 'accounts of customers',
  'src/app/analytics': 'measures visits, after consent and never at checkout',
  'src/app/shell/app-update': 'notices a new build, and preloads the next page',
  'src/app/cart': 'cart',
  'src/app/checkout': 'checkout',
  'src/app/shell/color-mode': 'light and dark colors',
  'src/app/consent': 'asks for consent, and keeps the choice',
  'src/app/contact': 'contact form',
  'src/app/content': 'texts of pages',
  'src/app/country': 'country and currency',
  'src/app/content/journal': 'journal',
  'src/app/forms': 'sends a form, and shows what is wrong with it',
  'src/app/seo': 'title and structured data of a page',
  'src/app/delivery': 'delivery dates',
  'src/app/i18n': 'languages',
  'src/app/shell': 'header, footer and frame of a page',
  'src/app/saved': 'wish list and comparison',
  'src/app/newsletter/email-links': 'subscriptions to emails',
  'src/app/shell/menu': 'menu',
  'src/app/orders': 'orders and withdrawals',
  'src/app/newsletter': 'newsletter forms and popups',
  'src/app/ui/overlays': 'drawers and dialogs',
  'src/app/pages': 'a page of the shop',
  'src/app/shell/preview': 'preview of drafts',
  'src/app/product': 'product page and product cards',
  'src/app/routing': 'data and links of pages',
  'src/app/search': 'search',
  'src/app/listing': 'categories and listings',
  'src/app/ui': 'buttons, fields and icons',
  'src/content': 'reads texts of pages',
  'src/shared': 'rules that the server and the browser share: money, countries, addresses',
  locales: 'texts of the interface',
  node_modules: 'open-source packages that the above needs',
}

/**
 * @param name the source file that a script begins with (below `src/app`), or else the name of its chunk
 * @param modules every source file in the script, as paths from the project's folder
 */
export function purposeOf(name: string, modules: readonly string[]): string {
  const [, text, language] = /^\.\.\/\.\.\/locales\/(\w+)\/(\w+)\.po$/.exec(name) ?? []
  if (text) return `Texts of the interface: ${text}, ${language}`
  const known = SCRIPTS[name]
  if (known) return known
  const named = Object.keys(FOLDERS)
  // The innermost folder of each module that has a purpose in `FOLDERS`.
  const own = modules.map((path) =>
    named
      .filter((folder) => path.startsWith(`${folder}/`))
      .toSorted(byLength)
      .at(-1),
  )
  const folders = named.filter((folder) => own.includes(folder))
  const [page] = /^pages\/[\w-]+(?=\.tsx$)/.exec(name) ?? []
  const parts = folders.map((folder) =>
    folder === 'src/app/pages' && page ? `the page ${page.slice('pages/'.length)}` : FOLDERS[folder],
  )
  return parts.length > 0 ? `Code of: ${parts.join('; ')}` : 'purpose unknown'
}

function byLength(one: string, other: string): number {
  return one.length - other.length
}
