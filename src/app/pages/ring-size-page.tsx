import { Trans, useLingui } from '@lingui/react/macro'

import { SizeTable } from '../product/help/size-table.tsx'
import { ScreenSizer } from '../product/ring-size/screen-sizer.tsx'
import { SizePrintout } from '../product/ring-size/size-printout.tsx'
import { useLocalePath, usePage } from '../routing/page-context.tsx'
import { PageHead } from '../routing/page-head.tsx'
import { plainAddress, type PageMeta } from '../seo/page-meta.ts'
import { ButtonLink } from '../ui/button.tsx'
import { useHydrated } from '../ui/hydration-mark.tsx'
import { Section } from '../ui/section.tsx'

export const meta: PageMeta | undefined = import.meta.env.SSR
  ? { address: () => plainAddress('/ring-size') }
  : undefined

export function Component() {
  const { t } = useLingui()
  const to = useLocalePath()
  const { locale } = usePage()
  const isHydrated = useHydrated()
  return (
    <>
      <PageHead
        title={t`Find your ring size`}
        description={t`Measure a ring on your screen with a bank card, print a sheet that is accurate to the millimetre, or use our chart of Russian, European, British, American and Japanese sizes.`}
      />
      <div className="print:hidden">
        <div className="page-width pt-10 md:pt-16">
          <h1 className="display text-4xl lg:text-5xl">
            <Trans>Find your ring size</Trans>
          </h1>
          <p className="mt-4 max-w-words text-quiet">
            <Trans>
              It takes five minutes and things you have at home. Your size is saved on this device and selected for you
              on every ring.
            </Trans>
          </p>
        </div>
        <Section title={t`On your screen`} className="pt-12 md:pt-16">
          {isHydrated ? (
            <ScreenSizer />
          ) : (
            <p className="min-h-40 max-w-words text-quiet">
              <Trans>Measuring on screen needs JavaScript. The printable sheet below works without it.</Trans>
            </p>
          )}
        </Section>
        <Section title={t`With the size chart`}>
          <div className="max-w-2xl">
            <SizeTable />
            <a
              href={to('/blogs/ring-sizes')}
              className="quiet-link mt-4 inline-flex min-h-11 items-center text-sm font-medium"
            >
              <Trans>The full measuring guide</Trans>
            </a>
          </div>
        </Section>
      </div>
      <section aria-labelledby="paper" className="page-width pt-16 pb-4 md:pt-24 print:p-0">
        <div className="print:hidden">
          <h2 id="paper" className="display text-3xl md:text-4xl">
            <Trans>On paper</Trans>
          </h2>
          <p className="mt-4 max-w-words text-quiet">
            <Trans>
              Open the PDF, which is drawn to exact scale, and print it at 100%. Then check its size with a bank card.
            </Trans>
          </p>
          <ButtonLink look="outline" href={`/api/ring-sizer/${locale}.pdf`} className="mt-6">
            <Trans>Open the sheet (PDF)</Trans>
          </ButtonLink>
        </div>
        <div
          data-theme="light"
          className="mt-8 max-w-2xl rounded-sm border border-line p-5 md:p-8 print:m-0 print:max-w-none print:border-0 print:p-0"
        >
          <SizePrintout />
        </div>
      </section>
    </>
  )
}
