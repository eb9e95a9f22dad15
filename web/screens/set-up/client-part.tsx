import type { OperatorSetting, SetUpPart } from '../../../contract/operator-settings.ts'
import type { PortalSteps } from '../../../contract/portal-steps.ts'
import { PasswordField } from '../../forms/password-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { PartActions } from './part-actions.tsx'
import { PortalStepsList } from './portal-steps-list.tsx'
import { useSetUp } from './set-up-context.ts'
import { useEntered } from './use-entered.ts'

interface ClientPartProps {
  part: SetUpPart
  /** Name of the provider. */
  name: string
  portal: PortalSteps
  description: string
  fields: readonly { name: OperatorSetting; label: string; isSecret: boolean }[]
}

/** What a provider issues after some steps at its portal. */
export function ClientPart({ part, name, portal, description, fields }: ClientPartProps) {
  const { state } = useSetUp()
  const { field, changes } = useEntered(
    state,
    fields.map((each) => each.name),
  )
  return (
    <div className="space-y-4">
      <p className="text-sm text-pretty text-muted">{description}</p>
      <PortalStepsList portal={portal} name={name} />
      {fields.map(({ name: setting, label, isSecret }) =>
        isSecret ? (
          <PasswordField key={setting} {...field(setting)} label={label} autoComplete="off" />
        ) : (
          <TextField key={setting} {...field(setting)} label={label} autoComplete="off" spellCheck={false} />
        ),
      )}
      <PartActions part={part} changes={changes} />
    </div>
  )
}
