interface CheckboxProps {
  label: string
  /** `some`: only part of the items that it represents (indeterminate). */
  checked: boolean | 'some'
  onChange: (checked: boolean) => void
  /** Further attributes, e.g. its place in a table. */
  control?: { tabIndex: number }
}

/** Native checkbox with an enlarged touch target. `label` is its accessible name. */
export function Checkbox({ label, checked, onChange, control }: CheckboxProps) {
  return (
    <label className="-my-2 grid size-9 cursor-pointer place-items-center">
      <input
        {...control}
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
