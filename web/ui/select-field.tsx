import { FieldFrame, type FieldProps } from './field-frame.tsx'
import { inputClasses } from './text-field.tsx'

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

type PlainSelectProps<Value extends string> = Pick<SelectFieldProps<Value>, 'label' | 'value' | 'choices' | 'onChange'>

/** In a sentence: as wide as its text, with its label for screen readers. */
export const PlainSelect = <Value extends string>({ label, value, choices, onChange }: PlainSelectProps<Value>) => (
  <select
    aria-label={label}
    value={value}
    onChange={(event) => {
      const choice = choices.find((each) => each.value === event.target.value)
      if (choice) onChange(choice.value)
    }}
    className={`${inputClasses} mx-1 h-11 w-auto! max-w-full truncate pl-2`}
  >
    {choices.map((choice) => (
      <option key={choice.value} value={choice.value}>
        {choice.label}
      </option>
    ))}
  </select>
)

/** Native select: Radix's writes a <style> element, which the content security policy forbids. */
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
      {(attributes) => (
        <select
          {...attributes}
          value={value}
          disabled={disabled}
          onChange={(event) => choose(event.target.value)}
          // Browsers add 4 px before the text: `pl-2` aligns it with the text of a text field.
          className={`${inputClasses} h-11 truncate pl-2`}
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
