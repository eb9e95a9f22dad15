import { setUpParts } from '../../../contract/operator-settings.ts'
import { useProduct } from '../../api/product.tsx'
import { text, t } from '../../texts/translate.ts'
import { ChoiceField } from '../../ui/choice-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { PartActions } from './part-actions.tsx'
import { useSetUp } from './set-up-context.ts'
import { settingOf, useEntered } from './use-entered.ts'

const choices = [
  { value: 'invited', label: text('Only whom I invite'), hint: text('For a household or a team.') },
  { value: 'closed', label: text('Nobody'), hint: text('There are the accounts that there are now.') },
  { value: 'open', label: text('Everyone'), hint: text('Anyone who opens the page may create an account.') },
] as const

/** Who may create an account, and where users ask for help. */
export function AccountsPart() {
  const { state } = useSetUp()
  const { signUp } = useProduct()
  const { field, values, set, changes } = useEntered(state, setUpParts.accounts)
  const chosen = choices.find(({ value }) => value === (values.SIGN_UP || signUp))?.value ?? 'invited'
  const isGiven = settingOf(state, 'SIGN_UP').source === 'environment'
  return (
    <div className="space-y-4">
      <ChoiceField
        legend={t('Who may create an account')}
        value={chosen}
        choices={choices.map(({ value, label, hint }) => ({ value, label: t(label), hint: t(hint) }))}
        disabled={() => isGiven}
        onChange={(value) => set('SIGN_UP', value)}
      />
      {isGiven && <p className="text-sm text-muted">{t('Set in the environment; change it there.')}</p>}
      <TextField
        {...field('SUPPORT_EMAIL', t('Shown to users who need help.'))}
        label={t('Address for help')}
        type="email"
        autoComplete="off"
      />
      <PartActions part="accounts" changes={changes} canCheck={false} />
    </div>
  )
}
