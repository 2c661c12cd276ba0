-- What browsers refused to run or load on our pages, by day. No visitor, no query, no id of a cart or an order.
CREATE TABLE csp_reports (
  day date NOT NULL,
  -- 'script-src-elem', …
  directive text NOT NULL,
  -- 'inline', 'eval', or an address without its query
  blocked text NOT NULL,
  -- path of the page
  page text NOT NULL,
  times integer NOT NULL,
  noted_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (day, directive, blocked, page)
);
