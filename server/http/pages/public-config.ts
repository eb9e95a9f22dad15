import { publicConfigPlaceholder, type PublicConfig } from '../../../contract/public-config.ts'
import type { Context } from '../../context.ts'
import { hasPlans } from '../../shared/monthly-limit.ts'
import { signUpMode } from '../../shared/sign-up-mode.ts'
import { escapeHtml } from './escape-html.ts'

/** Says that sign-up needs an invitation while the database cannot be read: the page shows, and its calls fail. */
export async function readPublicConfig(ctx: Context): Promise<PublicConfig> {
  const { config, access, vendors } = ctx
  return {
    productName: config.productName,
    anonKey: access.anonKey,
    supportEmail: config.supportEmail,
    sandboxUrl: config.sandboxUrl,
    hasPlans: hasPlans({ vendors }),
    sendsEmail: vendors.smtp !== null,
    signUp: await signUpMode(ctx).catch(() => 'invited' as const),
  }
}

/** The page reads its configuration from its own HTML, without another request. */
export const withPublicConfig = (html: string, config: PublicConfig): string =>
  html.replace(publicConfigPlaceholder, () => escapeHtml(JSON.stringify(config)))
