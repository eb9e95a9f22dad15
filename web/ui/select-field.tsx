import { FieldFrame, type FieldProps } from './field-frame.tsx'
import { inputLook } from './text-field.tsx'

interface Choice<Value extends string> {
  value: Value
  label: string
}

interface SelectFieldProps<Value extends string> extends FieldProps {
  value: Value
  onChange: (value: Value) => void
  choices: readonly Choice<Value>[]
  disabled?: boolean
}

/** The browser's own: the library's select writes style elements, which our content policy forbids. */
export function SelectField<Value extends string>({
  value,
  onChange,
  choices,
  disabled,
  ...frame
}: SelectFieldProps<Value>) {
  const choose = (chosen: string): void => {
    const choice = choices.find((each) => each.value === chosen)
    if (choice) onChange(choice.value)
  }
  return (
    <FieldFrame {...frame}>
      {(wiring) => (
        <select
          {...wiring}
          value={value}
          disabled={disabled}
          onChange={(event) => choose(event.target.value)}
          // The browser puts four pixels before the words itself: they begin where those of a text field do.
          className={`${inputLook} h-11 truncate pl-2`}
        >
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  )
}
