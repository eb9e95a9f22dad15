/** Pauses between the rounds of background work: most work ends in the first ones. */
export const pauses = {
  once: ['1 min', '5 min', '15 min', '30 min', '2 hours', '4 hours', '8 hours', '8 hours'],
  lasting: ['1 min', '10 min', '30 min', '3 hours'],
  recovery: ['1 min', '20 min', '1 hour', '9 hours', '9 hours'],
}
