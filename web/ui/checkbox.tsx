interface CheckboxProps {
  label: string
  /** `some`: only part of the items that it represents (indeterminate). */
  checked: boolean | 'some'
  onChange: (checked: boolean) => void
}

/** Native checkbox with an enlarged touch target. `label` is its accessible name. */
export function Checkbox({ label, checked, onChange }: CheckboxProps) {
  return (
    <label className="-my-2 grid size-9 cursor-pointer place-items-center">
      <input
        type="checkbox"
        aria-label={label}
        checked={checked === true}
        ref={(box) => {
          if (box) box.indeterminate = checked === 'some'
        }}
        onChange={(event) => onChange(event.target.checked)}
        className="size-4.5 cursor-pointer accent-accent"
      />
    </label>
  )
}
