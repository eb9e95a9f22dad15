interface CheckboxProps {
  label: string
  /** `some`: of several that it stands for. */
  checked: boolean | 'some'
  onChange: (checked: boolean) => void
}

/** The browser's own, with room for a finger. Its name is for those who do not see what stands beside it. */
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
