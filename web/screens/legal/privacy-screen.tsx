import { useProduct } from '../../shell/product.tsx'
import { LegalFrame } from './legal-frame.tsx'
import {
  CookiesSection,
  ReadDataSection,
  RecipientsSection,
  ResponsibleSection,
  RetentionSection,
  RightsSection,
  SecuritySection,
} from './privacy-sections.tsx'

export function PrivacyScreen() {
  const { name } = useProduct()
  return (
    <LegalFrame
      title="Privacy Policy"
      intro={
        <>
          {name} reads your incoming mail in order to sort it. This page says what it reads, what it keeps and for how
          long, who else gets something, and how you get it out or get rid of it.
        </>
      }
    >
      <ResponsibleSection />
      <ReadDataSection />
      <RetentionSection />
      <RecipientsSection />
      <CookiesSection />
      <RightsSection />
      <SecuritySection />
    </LegalFrame>
  )
}
