import { PrivacyLink } from './footer/privacy-link.tsx'

/** Nothing leads away from the checkout; what was agreed to can be taken back here too. */
export function CheckoutFooter() {
  return (
    <footer className="page-width pb-5 text-quiet">
      <PrivacyLink />
    </footer>
  )
}
