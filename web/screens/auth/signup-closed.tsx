import { Link } from '@tanstack/react-router'
import { useProduct } from '../../shell/product.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { textLinkClasses } from './text-link-classes.ts'

/** The operator does not let everyone sign up. */
export function SignupClosed({ isInvited }: { isInvited: boolean }) {
  const { name, supportEmail } = useProduct()
  return (
    <AuthFrame
      title={isInvited ? 'Sign-up is by invitation' : 'Sign-up is closed'}
      description={
        isInvited
          ? `Ask the people who run this ${name} for an invitation, and open the link in their email.`
          : `The people who run this ${name} accept no new accounts at the moment.`
      }
    >
      <p className="mt-8 text-sm text-muted">
        Questions?{' '}
        <a href={`mailto:${supportEmail}`} className={textLinkClasses}>
          {supportEmail}
        </a>
      </p>
      <p className="mt-3 text-sm text-muted">
        Already have an account?{' '}
        <Link to="/auth/$type" params={{ type: 'login' }} className={textLinkClasses}>
          Sign in
        </Link>
      </p>
    </AuthFrame>
  )
}
