import type { SetUpPart } from '../../contract/operator-settings.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import { checkBackups } from '../doctor/check-backups.ts'
import { checkEntra } from '../doctor/check-entra.ts'
import { checkModel } from '../doctor/check-model.ts'
import { checkServices } from '../doctor/check-services.ts'
import { checkSmtp } from '../doctor/check-smtp.ts'
import type { Finding } from '../doctor/finding.ts'

type Check = (config: Config, clock: Clock) => Promise<Finding[]>

const serviceCheck =
  (...names: string[]): Check =>
  async (config, clock) =>
    (await checkServices(config, clock)).filter(({ check }) => names.includes(check))

const checks: Record<SetUpPart, Check> = {
  outlook: checkEntra,
  email: checkSmtp,
  model: (config) => checkModel(config, {}),
  backup: checkBackups,
  plans: serviceCheck('Stripe', 'Stripe endpoint'),
  accounts: async () => [],
  google: serviceCheck('Google Drive'),
  dropbox: serviceCheck('Dropbox'),
  onedrive: serviceCheck('OneDrive'),
  teamleader: serviceCheck('TeamLeader'),
}

/** The real calls of the doctor, which change nothing. */
export const checkPart = (part: SetUpPart, config: Config, clock: Clock): Promise<Finding[]> =>
  checks[part](config, clock)
