import { useProduct } from '../../api/product.tsx'
import { Link } from '../../routing/link.tsx'
import { rich } from '../../texts/rich.ts'
import { t } from '../../texts/translate.ts'
import { AuthFrame, textLinkClasses } from './auth-frame.tsx'

/** The operator does not let everyone sign up. */
export function SignupClosed({ isInvited }: { isInvited: boolean }) {
  const { name, supportEmail } = useProduct()
  return (
    <AuthFrame
      title={isInvited ? t('Sign-up is by invitation') : t('Sign-up is closed')}
      description={
        isInvited
          ? t('Ask the operator of {name} for an invitation, then open the link in the invitation email.', { name })
          : t('{name} accepts no new accounts at the moment. Ask its operator when it does.', { name })
      }
    >
      {supportEmail !== '' && (
        <p className="mt-8 text-sm text-muted">
          {rich('Questions? {supportEmail}', {
            supportEmail: (
              <a href={`mailto:${supportEmail}`} className={textLinkClasses}>
                {supportEmail}
              </a>
            ),
          })}
        </p>
      )}
      <p className="mt-3 text-sm text-muted">
        {rich('Already have an account? <link>Sign in</link>', {
          link: (content) => (
            <Link to="/auth/login" className={textLinkClasses}>
              {content}
            </Link>
          ),
        })}
      </p>
    </AuthFrame>
  )
}
