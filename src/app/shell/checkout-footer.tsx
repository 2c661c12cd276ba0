import { PrivacyLink } from './footer/footer.tsx'

/** The footer of checkout. No link leads away from checkout, but consent can be changed. */
export function CheckoutFooter() {
  return (
    <footer className="page-width pb-5 text-quiet">
      <PrivacyLink />
    </footer>
  )
}
