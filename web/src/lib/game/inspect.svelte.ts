/** What a thing explains about itself while it is looked at: a name and one or two sentences. */

export interface Help {
  title: string;
  body: string;
  /** Where the rules page tells more. */
  rule?: string | undefined;
}

export const help = $state<{ now: Help | null }>({ now: null });
