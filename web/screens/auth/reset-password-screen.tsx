import { Link } from '@tanstack/react-router'
import { useProduct } from '../../shell/product.tsx'
import { buttonLook } from '../../ui/button.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { linkLook } from './link-look.ts'

/** Resetting by e-mail is not there yet. This says so, and who can help. */
export function ResetPasswordScreen() {
  const { name, supportEmail } = useProduct()
  return (
    <AuthFrame
      title="Forgot password?"
      description={`${name} cannot reset a password by itself yet. The people who run it can do it for you.`}
    >
      <p className="mt-6 rounded-lg border border-line bg-sunken px-4 py-3 text-sm">
        {supportEmail ? (
          <>
            Write to{' '}
            <a href={`mailto:${supportEmail}`} className={linkLook}>
              {supportEmail}
            </a>{' '}
            from the address you signed up with.
          </>
        ) : (
          'Ask whoever set it up for you, from the address you signed up with.'
        )}
      </p>
      <Link to="/auth/$type" params={{ type: 'login' }} className={`mt-6 w-full ${buttonLook('secondary', 'large')}`}>
        Back to sign in
      </Link>
    </AuthFrame>
  )
}
