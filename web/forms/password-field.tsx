import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { t } from '../texts/translate.ts'
import { TextField } from '../ui/text-field.tsx'

type PasswordFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'end'>

export function PasswordField(props: PasswordFieldProps) {
  const [visible, setVisible] = useState(false)
  const label = visible ? t('Hide password') : t('Show password')
  return (
    <TextField
      {...props}
      type={visible ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      end={
        <button
          type="button"
          aria-label={label}
          title={label}
          onClick={() => setVisible(!visible)}
          className="grid size-9 place-items-center rounded-md text-muted hover:text-ink [&_svg]:size-4.5"
        >
          {visible ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
        </button>
      }
    />
  )
}
