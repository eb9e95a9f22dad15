/** Layout of a message: one column on a phone, else the answers on the right. */
export const reviewGrid = {
  whole: 'grid gap-x-8 gap-y-5 p-5 lg:grid-cols-[minmax(0,1fr)_24rem] lg:grid-rows-[auto_auto_1fr]',
  /** Of one height in one column, so that the answers below it do not move. */
  excerpt: 'min-w-0 max-lg:h-32 max-lg:overflow-y-auto lg:col-start-1',
  choices: 'min-w-0 lg:col-start-2 lg:row-span-3 lg:row-start-1',
}
