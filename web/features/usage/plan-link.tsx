import { useProduct } from '../../api/product.tsx'
import { Link } from '../../routing/link.tsx'
import { t } from '../../texts/translate.ts'
import { inlineLinkClasses } from '../../ui/link-classes.ts'

/** Nothing where there are no plans. */
export const PlanLink = () =>
  useProduct().hasPlans && (
    <Link to="/subscription" className={inlineLinkClasses}>
      {t('See plans')}
    </Link>
  )
