import { type FormEvent, useState } from 'react'
import { passwordMinLength } from '../../../contract/limits.ts'
import { authErrorMessage, hasCode } from '../../api/auth-failure.ts'
import { signUp } from '../../api/auth.ts'
import { useProduct } from '../../api/product.tsx'
import { confirmationError, emailError, firstPasswordError } from '../../forms/field-validation.ts'
import { NewPasswordField } from '../../forms/new-password-field.tsx'
import { PasswordField } from '../../forms/password-field.tsx'
import { useFormFields } from '../../forms/use-form-fields.ts'
import { useSubmission } from '../../forms/use-submission.ts'
import { toastError } from '../../lib/toast.ts'
import { Link } from '../../routing/link.tsx'
import { useLocation } from '../../routing/router-view.tsx'
import { navigate } from '../../routing/router.ts'
import { rich } from '../../texts/rich.ts'
import { t, text } from '../../texts/translate.ts'
import { Button } from '../../ui/button.tsx'
import { AuthFrame, textLinkClasses } from './auth-frame.tsx'
import { EmailField, useTypedEmail } from './email-field.tsx'
import { CheckYourEmail, RestoreBackup, SignupClosed } from './later-views.ts'
import { OtherSignInMethods } from './other-sign-in-methods.tsx'
import { useAfterSignIn } from './use-after-sign-in.ts'

const restoreHash = 'restore'

export function SignupScreen() {
  const { signUp, sandboxUrl } = useProduct()
  const { state, hash } = useLocation()
  // Set if the operator requires a confirmed address.

  const [unconfirmedEmail, setUnconfirmedEmail] = useState<string | null>(null)
  if (unconfirmedEmail !== null) {
    const onBack = () => void navigate({ to: '/auth/login', state })
    return <CheckYourEmail email={unconfirmedEmail} onBack={onBack} />
  }
  const canRestore = sandboxUrl === null
  if (signUp === 'first' && canRestore && hash === restoreHash) return <RestoreBackup />
  if (signUp === 'first')
    return (
      <AuthFrame
        title={t('Create the first account')}
        description={t('It is the operator’s. Afterwards everyone else needs an invitation.')}
        withLegal={false}
      >
        <SignupForm isFirst onConfirm={setUnconfirmedEmail} />
        {canRestore && (
          <p className="mt-6 border-t border-line pt-5 text-center text-sm text-muted">
            {rich('Do you have a backup of another server? <link>Restore a backup</link>', {
              link: (content) => (
                <Link to="/auth/signup" hash={restoreHash} className={textLinkClasses}>
                  {content}
                </Link>
              ),
            })}
          </p>
        )}
      </AuthFrame>
    )
  if (signUp !== 'open') return <SignupClosed isInvited={signUp === 'invited'} />
  return (
    <AuthFrame
      title={t('Create an account')}
      description={t('Create your account and start organizing your inbox.')}
      withLegal={false}
    >
      <SignupForm onConfirm={setUnconfirmedEmail} />
      <OtherSignInMethods />
    </AuthFrame>
  )
}

const fallback = text('Please try again later.')

/** @param onConfirm called with the address if it has to be confirmed first */
function SignupForm({ isFirst = false, onConfirm }: { isFirst?: boolean; onConfirm: (email: string) => void }) {
  const completeSignIn = useAfterSignIn()
  const { state } = useLocation()
  const [typedEmail] = useTypedEmail()
  const { formRef, values, field, setValue, showErrors } = useFormFields({
    email: typedEmail,
    password: '',
    confirmation: '',
  })

  const { busy, submit } = useSubmission(async (event: FormEvent) => {
    event.preventDefault()
    const { password, confirmation } = values
    const email = values.email.trim()
    if (!showErrors({ email: emailError(email), password: firstPasswordError(password) })) return
    if (!showErrors({ confirmation: confirmationError(password, confirmation) }))
      return toastError(t("Passwords don't match"), t('Please ensure both passwords match.'))
    try {
      const outcome = await signUp({ email, password }, state.from)
      if (outcome === 'confirm') onConfirm(email)
      // Loads the page again: sign-up is closed now.
      else if (isFirst) location.replace('/operator/set-up')
      else await completeSignIn(t('Account created successfully'), { isNew: true })
    } catch (error) {
      const message = authErrorMessage(error, t(fallback))
      showErrors({
        email: hasCode(error, 'user_already_exists') ? t('This address has an account. Sign in instead.') : null,
        password: hasCode(error, 'weak_password') ? message : null,
      })
      toastError(t('Sign up failed'), message)
    }
  })

  return (
    <form ref={formRef} onSubmit={submit} noValidate className="mt-8 space-y-5">
      <EmailField {...field('email')} onChange={(email) => setValue('email', email)} />
      <NewPasswordField
        label={t('Password')}
        name="password"
        required
        minLength={passwordMinLength}
        {...field('password')}
      />
      <PasswordField
        label={t('Confirm password')}
        name="confirm-password"
        autoComplete="new-password"
        required
        minLength={passwordMinLength}
        {...field('confirmation')}
      />
      <Button type="submit" tone="primary" size="large" className="w-full" busy={busy}>
        {busy ? t('Creating account...') : t('Create Account')}
      </Button>
      <LegalNote />
      {!isFirst && <SignInLink email={values.email} />}
    </form>
  )
}

function SignInLink({ email }: { email: string }) {
  const { state } = useLocation()
  return (
    <p className="text-center text-sm text-muted">
      {rich('Already have an account? <link>Sign in</link>', {
        link: (content) => (
          <Link to="/auth/login" state={{ ...state, typed: email }} className={textLinkClasses}>
            {content}
          </Link>
        ),
      })}
    </p>
  )
}

const LegalNote = () => (
  <p className="text-center text-xs text-balance text-muted">
    {rich(
      'By creating an account you agree to the <terms>Terms of Service</terms> and <privacy>Privacy Policy</privacy>.',
      {
        terms: (content) => (
          <Link to="/terms" className="rounded-sm underline underline-offset-2 hover:text-ink">
            {content}
          </Link>
        ),
        privacy: (content) => (
          <Link to="/privacy" className="rounded-sm underline underline-offset-2 hover:text-ink">
            {content}
          </Link>
        ),
      },
    )}
  </p>
)
