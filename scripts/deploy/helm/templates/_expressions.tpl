{{- /* A query of this namespace alone: a cluster's Prometheus also has other applications, and other shops. */ -}}
{{- define "shop.ofNamespace" -}}
{{- $ours := `\b((?:shop|nodejs|process)_\w+|up)` -}}
{{- $which := printf "namespace=%q" .root.Release.Namespace -}}
{{- $matched := regexReplaceAll (printf `%s\{` $ours) .expr (printf `${1}{%s,` $which) -}}
{{- regexReplaceAll (printf `%s([^\w{]|$)` $ours) $matched (printf `${1}{%s}${2}` $which) -}}
{{- end -}}
