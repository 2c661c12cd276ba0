import { PrivacyLink } from './footer/footer.tsx'

/** No link leads away from checkout; consent can be changed here too. */
export function CheckoutFooter() {
  return (
    <footer className="page-width pb-5 text-quiet">
      <PrivacyLink />
    </footer>
  )
}
