// What the server acknowledged: after any crash, all of it must be there.
export interface AckedNote {
  readonly run: string;
  readonly seq: number;
  readonly text: string;
}

export interface HeldStep {
  readonly run: string;
  readonly step: string;
  readonly attempt: number;
  readonly token: string;
  readonly key: string;
  /** A completion was sent and not answered: it may have been carried out. */
  wasSent: boolean;
}

export class Journal {
  /** Acknowledged since the last check; the check moves them to the counts. */
  notes: AckedNote[] = [];
  completions: { readonly run: string; readonly step: string }[] = [];
  readonly plans = new Set<string>();
  readonly executions = new Set<string>();
  /** Leases that were given out and not ended yet, by the key of who holds them. */
  readonly held = new Map<string, HeldStep>();
  /** How many claims were answered with a step, by the key of who claims. */
  readonly claims = new Map<string, number>();
  readonly counts = { notes: 0, completions: 0, kills: 0, startKills: 0, heldOver: 0 };

  settle(): void {
    this.counts.notes += this.notes.length;
    this.counts.completions += this.completions.length;
    this.notes = [];
    this.completions = [];
  }
}
