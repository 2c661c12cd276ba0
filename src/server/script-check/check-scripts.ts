import type { BuildScripts } from '#server/pages/render/page-assets.ts'
import type { PublicConfig } from '#shared/page/public-config.ts'

import { checkDocument, checkFiles, stateOf } from './check-document.ts'
import { checkHeaders, nonceOf } from './check-headers.ts'
import { createVisitor, openCheckout } from './open-checkout.ts'

/** The payment page of a running shop, compared with a build. */
export interface ScriptCheck {
  /** The URL of the payment page. */
  page: string
  /** The build that the page names; undefined if it names none. */
  build: string | undefined
  /** The four parts of the check. */
  parts: {
    /** A sentence about the part, which is true if there are no differences. */
    inOrder: string
    /** A sentence for each difference. */
    differences: string[]
  }[]
}

/**
 * Compares the payment page of a running shop with a build: the build's id, the security headers, the script elements,
 * and the bytes of every script. It puts a product into a cart and removes it; nothing is ordered.
 * @param origin of the shop, such as `https://shop.example`
 * @throws ScriptCheckError if the shop does not answer, or does not let a guest reach checkout
 */
export async function checkScripts(origin: string, { inventory, inlineScript }: BuildScripts): Promise<ScriptCheck> {
  const ask = createVisitor(origin)
  const [page, again] = await openCheckout(ask)
  const { build, publicConfig } = stateOf(page.html)
  const payPal = (publicConfig?.payPal ?? null) as PublicConfig['payPal']
  const isHttps = new URL(origin).protocol === 'https:'
  return {
    page: origin + page.path,
    build,
    parts: [
      {
        inOrder: `The page was made by the build ${inventory.build}`,
        differences:
          build === inventory.build
            ? []
            : [`the page was made by build ${build}, and the inventory is that of ${inventory.build}`],
      },
      {
        inOrder: 'The security headers are those of this build',
        differences: [
          ...checkHeaders(page.headers, { inlineScript, payPal, isHttps }),
          ...checkNonces(nonceOf(page.headers), nonceOf(again.headers)),
        ],
      },
      {
        inOrder: 'The page has the script elements of the inventory, and no others',
        differences: checkDocument(page.html, inventory, inlineScript),
      },
      {
        inOrder: `${inventory.scripts.length} scripts have the bytes of the inventory, and load no others`,
        differences: await checkFiles(ask, inventory),
      },
    ],
  }
}

function checkNonces(first: string | undefined, second: string | undefined): string[] {
  if (!first || !second) return ['the nonce of the Content-Security-Policy is missing or too short']
  return first === second ? ['the nonce of the Content-Security-Policy is the same twice'] : []
}
