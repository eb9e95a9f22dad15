import { t } from '../../../texts/translate.ts'
import { Switch } from '../../../ui/switch.tsx'

interface SwitchLineProps {
  title: string
  text: string
  label: string
  checked: boolean
  busy: boolean
  disabled: boolean
  onChange: (checked: boolean) => void
}

/** A switch beside its title and what it does. */
export const SwitchLine = ({ title, text: explanation, ...control }: SwitchLineProps) => (
  <div className="flex items-center justify-between gap-4">
    <p>
      <span className="font-medium">{t(title)}</span>
      <span className="block text-muted">{t(explanation)}</span>
    </p>
    <Switch {...control} />
  </div>
)
