import { Trans, useLingui } from '@lingui/react/macro'

import { SizeTable } from '../product/help/size-table.tsx'
import { ScreenSizer } from '../product/ring-size/screen-sizer.tsx'
import { useLocalePath, usePage } from '../routing/page-context.tsx'
import { PageHead } from '../routing/page-head.tsx'
import { plainAddress, type PageMeta } from '../seo/page-meta.ts'
import { ButtonLink } from '../ui/button.tsx'
import { useHydrated } from '../ui/hydration-mark.tsx'
import { Section } from '../ui/section.tsx'

export const meta: PageMeta = { address: () => plainAddress('/ring-size') }

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
      <div className="page-width pt-10 md:pt-16">
        <h1 className="display text-4xl lg:text-5xl">
          <Trans>Find your ring size</Trans>
        </h1>
        <p className="mt-4 max-w-words text-quiet">
          <Trans>
            It takes five minutes and things you have at home. Your size is saved on this device and selected for you on
            every ring.
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
      <Section title={t`On paper`}>
        <p className="max-w-words text-quiet">
          <Trans>
            Open the PDF, which is drawn to exact scale, and print it at 100%. Then check its size with a bank card.
          </Trans>
        </p>
        <ButtonLink look="outline" href={`/ring-sizer-${locale}.pdf`} className="mt-6">
          <Trans>Open the sheet (PDF)</Trans>
        </ButtonLink>
      </Section>
    </>
  )
}
