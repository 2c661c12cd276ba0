-- Identifies a return whose response was lost, and records what staff have processed outside the backend.
ALTER TABLE withdrawals
  DROP COLUMN back_before,
  -- {line id: {asked, before}}: the quantity that the last attempt requested for return, and the quantity requested before it
  ADD COLUMN tried jsonb,
  -- the part of `lines` that staff have processed: [{id, title, label, quantity, kept}]
  ADD COLUMN closed_lines jsonb NOT NULL DEFAULT '[]';
