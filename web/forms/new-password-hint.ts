import { passwordMinLength } from '../../contract/limits.ts'

export const newPasswordHint = `At least ${passwordMinLength} characters; 15 or more is better`
