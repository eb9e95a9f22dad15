import { onDemand } from '../../lib/on-demand.tsx'

/** Views that only some visitors see, so that the sign-in screen does not load them. */
export const CheckYourEmail = onDemand(async () => (await import('./check-your-email.tsx')).CheckYourEmail)
export const EnterCodeForm = onDemand(async () => (await import('./enter-code-form.tsx')).EnterCodeForm)
export const SignupClosed = onDemand(async () => (await import('./signup-closed.tsx')).SignupClosed)
export const RestoreBackup = onDemand(async () => (await import('./restore-backup.tsx')).RestoreBackup)
