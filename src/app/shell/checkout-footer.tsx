import { PrivacyLink } from './footer/footer.tsx'

/** Nothing leads away from the checkout; what was agreed to can be taken back here too. */
export function CheckoutFooter() {
  return (
    <footer className="page-width pb-5 text-quiet">
      <PrivacyLink />
    </footer>
  )
}
