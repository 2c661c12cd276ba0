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

/** Three ways to find a ring size: on the screen, on paper, by the table. */
export function Component() {
  const { t } = useLingui()
  const to = useLocalePath()
  const { locale } = usePage()
  const isHydrated = useHydrated()
  return (
    <>
      <PageHead
        title={t`Find your ring size`}
        description={t`Measure a ring on the screen with a bank card, print a sheet that measures to the millimetre, or read the table of Russian, European, British, American and Japanese sizes.`}
      />
      <div className="print:hidden">
        <div className="page-width pt-10 md:pt-16">
          <h1 className="display text-4xl lg:text-5xl">
            <Trans>Find your ring size</Trans>
          </h1>
          <p className="mt-4 max-w-words text-quiet">
            <Trans>
              Five minutes, with what lies on the table. The size that you choose stays on this device, and every ring
              opens in it.
            </Trans>
          </p>
        </div>
        <Section title={t`On the screen`} className="pt-12 md:pt-16">
          {isHydrated ? (
            <ScreenSizer />
          ) : (
            <p className="min-h-40 max-w-words text-quiet">
              <Trans>The screen is measured with JavaScript. Without it, the sheet of paper below does the same.</Trans>
            </p>
          )}
        </Section>
        <Section title={t`By the table`}>
          <div className="max-w-2xl">
            <SizeTable />
            <a
              href={to('/blogs/ring-sizes')}
              className="quiet-link mt-4 inline-flex min-h-11 items-center text-sm font-medium"
            >
              <Trans>How to measure, in full</Trans>
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
              Open the sheet as a PDF, in which every length is exact, and print it at 100 %. See with a bank card that
              it is as large as it should be.
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
