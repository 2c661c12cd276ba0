-- CSP reports are no longer collected.
DROP TABLE csp_reports;
